import type { Mutations } from './mutation.js';

export const TENANTS: Mutations = {};
