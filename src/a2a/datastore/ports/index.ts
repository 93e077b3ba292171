export * from './datastore.js';
export * from './queue-backend.js';
export * from './task-notifications.js';
export * from './task-record.js';
export * from './task-store.js';
