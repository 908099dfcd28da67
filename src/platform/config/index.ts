export { beginServer, briefProgramFlag, optimizeFromNow } from './compilation.ts'
export {
  type Config,
  ConfigError,
  type DeclaredOptions,
  declareOptions,
  flagOf,
  kebabCase,
  readConfig,
  variableOf,
} from './config.ts'
export {
  databaseAddressError,
  databaseAddresses,
  databaseHosts,
  replicaAddresses,
  sessionAddress,
} from './database-addresses.ts'
export { furtherDatabases, homeName } from './further-databases.ts'
export { type KeepRule, parseInterval, parseKeepRules } from './intervals.ts'
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
export { programName, projectRoot } from './root.ts'
export { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
export { featureLevel, version } from './version.ts'
