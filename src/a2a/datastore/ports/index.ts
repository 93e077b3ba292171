export * from './datastore.js';
export * from './deliveries.js';
export * from './queue-backend.js';
export * from './skill-presence.js';
export * from './task-notifications.js';
export * from './task-record.js';
export * from './task-store.js';
export * from './turn-order.js';
