export { beginServer, optimizeFromNow, wasmBudgetFlag } from './compilation.ts'
export { type Config, ConfigError, type DeclaredOptions, declareOptions, readConfig } from './config.ts'
export {
  databaseAddressError,
  databaseAddresses,
  databaseHosts,
  replicaAddresses,
  sessionAddress,
} from './database-addresses.ts'
export { furtherDatabases, homeName } from './further-databases.ts'
export { type KeepRule, parseInterval, parseKeepRules } from './intervals.ts'
export { flagOf, kebabCase, variableOf } from './names.ts'
export {
  address,
  count,
  days,
  minutes,
  type Option,
  type Options,
  oneOf,
  option,
  timeout,
  type Values,
  webAddress,
  whole,
  wholeNumber,
} from './option.ts'
export { platformOptions } from './options.ts'
export { onReload, perConfig, type Reloaded, reloadConfig } from './reload.ts'
export {
  type FileOptions,
  type OptionSources,
  type Origin,
  type ResolvedOptions,
  resolveOptions,
} from './resolve.ts'
export { programName, projectRoot } from './root.ts'
export { type Section, sections } from './section.ts'
export { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
export { featureLevel, version } from './version.ts'
