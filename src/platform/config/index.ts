export { type Config, ConfigError, flagOf, type OptionName, options, readConfig, variableOf } from './options.ts'
export { projectRoot } from './root.ts'
export { featureLevel, version } from './version.ts'
