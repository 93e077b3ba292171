import { rows } from './requirement.js';

export const GRPC = rows([
  'M-1',
  'MUST',
  '10',
  'The service lf.a2a.v1.A2AService is served on gRPC.',
  { notOfServer: 'of the binding gRPC' },
]);
