export { Environment } from './environment.js';
export { EnvironmentError, type LoadedEnvironment, loadEnvironment } from './load-environment.js';
export { type VariableDocument, variablesOf } from './variable.decorator.js';
