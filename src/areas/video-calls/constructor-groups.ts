import { type Config, ConfigError, flagOf } from '#platform/config'
import { videoCallOptions } from './options.ts'

/** How this server makes rooms in Constructor Groups. */
export interface ConstructorGroups {
  /** Where rooms are made. */
  readonly url: string
  readonly accessKey: string
  /** A function, so that nothing that prints or serializes it shows it. */
  readonly secretKey: () => string
  /** What a new room is, as JSON; `{name}` in it stands for the name of the organization. */
  readonly room: string
  /** Where in the answer the address of the room is: names of fields with dots between. */
  readonly linkField: string
}

/** The service that this server is configured for; undefined without. Throws ConfigError where something is missing. */
export function constructorGroups(config: Config): ConstructorGroups | undefined {
  const options = videoCallOptions(config)
  const { constructorGroupsUrl: url, constructorGroupsRoom: room } = options
  if (!url) return undefined
  const needed = (name: 'constructorGroupsAccessKey' | 'constructorGroupsSecretKey' | 'constructorGroupsLinkField') => {
    const value = options[name]
    if (!value) throw new ConfigError(`${flagOf(name)}: Constructor Groups needs one`)
    return value
  }
  const secret = needed('constructorGroupsSecretKey')
  return {
    url,
    accessKey: needed('constructorGroupsAccessKey'),
    secretKey: () => secret,
    room,
    linkField: needed('constructorGroupsLinkField'),
  }
}
