import type { Mutations } from './mutation.js';

export const PUSH: Mutations = {};
