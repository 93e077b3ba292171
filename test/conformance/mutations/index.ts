import { CARD } from './a-card.js';
import { OPERATIONS } from './b-operations.js';
import { LIFECYCLE } from './c-lifecycle.js';
import { MULTI_TURN } from './d-multi-turn.js';
import { ORDER } from './e-order.js';
import { PUSH } from './f-push.js';
import { VERSIONS } from './g-versions.js';
import { EXTENSIONS } from './h-extensions.js';
import { TENANTS } from './i-tenants.js';
import { ERRORS } from './j-errors.js';
import { JSON_RPC } from './k-json-rpc.js';
import { HTTP_JSON } from './l-http-json.js';
import { GRPC } from './m-grpc.js';
import { JSON } from './n-json.js';
import type { Mutations } from './mutation.js';

/** What takes the rule of each row away. */
export const MUTATIONS: Mutations = {
  ...CARD,
  ...OPERATIONS,
  ...LIFECYCLE,
  ...MULTI_TURN,
  ...ORDER,
  ...PUSH,
  ...VERSIONS,
  ...EXTENSIONS,
  ...TENANTS,
  ...ERRORS,
  ...JSON_RPC,
  ...HTTP_JSON,
  ...GRPC,
  ...JSON,
};
