export * from './skill.decorator.js';
export * from './skill-context.js';
export * from './skill-event.js';
export * from './skill-options.js';
export * from './skill-outcome.js';
