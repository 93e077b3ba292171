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
import type { Requirement } from './requirement.js';

export type { Requirement } from './requirement.js';

/** Every row of sections A to N. */
export const REQUIREMENTS: readonly Requirement[] = [
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
];

/** @throws Error for an id that no row has */
export function requirement(id: string): Requirement {
  const found = REQUIREMENTS.find((one) => one.id === id);
  if (!found) throw new Error(`No row has the id ${id}: write it in test/conformance/requirements.`);
  return found;
}
