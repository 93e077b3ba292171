export { A2AModule } from './a2a.module.js';
export { ANONYMOUS, type Principal } from './identity/principal.js';
export * from './options/a2a-options.js';
export { type Limits } from './options/limits.js';
export { type Duration, type RetentionOptions } from './options/retention.js';
export * from './protocol/index.js';
export { serve } from './runtime/serve.js';
export * from './skills/face/index.js';
export { SkillDeclarationError } from './skills/registry/skill-registry.js';
