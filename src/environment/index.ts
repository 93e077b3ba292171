export { Environment } from './environment.js';
export { EnvironmentError, type LoadedEnvironment, loadEnvironment } from './load-environment.js';
export { variablesOf } from './variable.decorator.js';
