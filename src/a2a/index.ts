export { A2AModule } from './a2a.module.js';
export { CardError } from './card/card-error.js';
export { type CardDialect, type DetectedDialect, detectDialect } from './card/dialect/detect-dialect.js';
export { type CardChange, CardComparisonError, diffCards, needsVersionChange } from './card/diff/index.js';
export {
  type Finding,
  lintCard,
  type LintEnvironment,
  type LintOptions,
  RULES as CARD_LINT_RULES,
} from './card/lint/index.js';
export { FileCardKeys } from './card/signing/keys/file-card-keys.js';
export { jwksOf } from './card/signing/keys/published-keys.js';
export { signCard, type SignCardOptions } from './card/signing/sign-card.js';
export {
  type AcceptedCard,
  acceptCard,
  CardRefused,
  type SignaturePolicy,
} from './card/verifying/accept-card.js';
export type {
  CardVerdict,
  CardVerification,
  SignatureReport,
  SignedForm,
  VerifyCardOptions,
} from './card/verifying/card-verification.js';
export { RemoteKeySets } from './card/verifying/trust/remote-key-sets.js';
export { TrustStore } from './card/verifying/trust/trust-store.js';
export { verifyCard } from './card/verifying/verify-card.js';
export { ANONYMOUS, type Principal } from './identity/principal.js';
export * from './options/a2a-options.js';
export { type ArtifactOptions } from './options/artifact-options.js';
export type {
  Binding,
  CardLintSettings,
  CardOptions,
  InterfaceOptions,
  Reach,
} from './options/card-options.js';
export {
  type CardKeyProvider,
  type CardKeys,
  type PublicCardKey,
  SIGNATURE_ALGORITHMS,
  type SignatureAlgorithm,
  type SigningKey,
} from './options/card-keys.js';
export { type Limits } from './options/limits.js';
export { type Duration, type RetentionOptions } from './options/retention.js';
export type * from './options/security/api-key-options.js';
export type * from './options/security/scheme-options.js';
export type * from './options/security/security-options.js';
export type * from './options/security/signature-options.js';
export * from './options/security/token-options.js';
export type { Visibility } from './options/visibility.js';
export * from './protocol/index.js';
export { serve } from './runtime/serve.js';
export { SecurityDeclarationError } from './security/declaration/security-declaration.js';
export { SignatureKeyError } from './security/signatures/keys/key-material.js';
export { type RequestSigner, type RequestToSign, signRequest } from './security/signatures/sign-request.js';
export * from './skills/face/index.js';
export { SkillGroups } from './skills/skill-groups.service.js';
export { SkillDeclarationError } from './skills/registry/skill-registry.js';
