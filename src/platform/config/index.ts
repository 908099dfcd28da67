export { type Config, ConfigError, flagOf, type OptionName, options, readConfig, variableOf } from './options.ts'
export { projectRoot } from './root.ts'
export { authenticationMethods, type OidcProvider, oidcMethod, oidcProviders, passwordMethod } from './sign-in.ts'
export { featureLevel, version } from './version.ts'
