import type { Config } from '#platform/config'
import { type Secrets, secretsOf } from '#platform/secrets'
import { messageOptions } from './options.ts'

const purpose = 'external content'

export const externalImageUrl = (config: Config, url: string): string =>
  messageOptions(config).proxyExternalPictures === 'on' ? pathOf(secretsOf(config), url) : url

/** The proxied URL. Only URLs that this server has signed are fetched. */
function pathOf(secrets: Secrets, url: string): string {
  const digest = secrets.sign(purpose, url).slice(0, 40)
  return `/external_content/${digest}/${Buffer.from(url).toString('hex')}`
}

/** The URL behind such a path; undefined if the signature is invalid or the proxy is off. */
export function externalImageBehind(config: Config, digest: string, hex: string): string | undefined {
  if (messageOptions(config).proxyExternalPictures === 'off' || !/^(?:[0-9a-f]{2}){1,4096}$/.test(hex)) return undefined
  const url = Buffer.from(hex, 'hex').toString('utf8')
  return pathOf(secretsOf(config), url) === `/external_content/${digest}/${hex}` ? url : undefined
}
