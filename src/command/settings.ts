import { type ResolvedOptions, resolveOptions } from '#platform/config'
import { type ConfigFile, readConfigFile } from './config-file.ts'
import { unknownVariables, withoutLinks } from './environment.ts'
import { options } from './options.ts'

/** The server options of one command: their values, where each comes from, and everything that's wrong. */
export interface Settings extends ResolvedOptions<typeof options> {
  readonly file: ConfigFile | undefined
}

/** Reads the configuration file and the environment. `flags` are server options given as arguments. */
export async function readSettings(
  flags: Readonly<Record<string, string>>,
  inherited: NodeJS.ProcessEnv,
): Promise<Settings> {
  const environment = withoutLinks(inherited)
  const file = await readConfigFile(flags, environment)
  const resolved = resolveOptions(options, { flags, environment, file })
  return {
    ...resolved,
    file,
    problems: [...unknownVariables(environment), ...(file?.problems ?? []), ...resolved.problems],
  }
}
