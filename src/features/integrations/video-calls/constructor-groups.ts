import { type Config, ConfigError, flagOf } from '#platform/config'
import { videoCallOptions } from './options.ts'

export interface ConstructorGroups {
  readonly url: string
  readonly accessKey: string
  /** A function, so that printing or serializing the object doesn't reveal it. */
  readonly secretKey: () => string
  /** The request's JSON; `{name}` is replaced by the organization's name. */
  readonly room: string
  /** The field with the room's URL in the response, as a dotted path. */
  readonly linkField: string
}

/** The configured service, if any. Throws ConfigError for missing options. */
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
