import type { Mutations } from './mutation.js';

export const GRPC: Mutations = {};
