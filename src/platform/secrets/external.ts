import type { Secrets } from './secrets.ts'

const purpose = 'external content'

/** Where this server passes on a picture of another one. Only addresses that it has signed itself are asked. */
export function externalContentPath(secrets: Secrets, url: string): string {
  const digest = secrets.sign(purpose, url).slice(0, 40)
  return `/external_content/${digest}/${Buffer.from(url).toString('hex')}`
}

/** The address behind such a path; undefined where the signature is not this server's. */
export function externalContentUrl(secrets: Secrets, digest: string, hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2}){1,4096}$/.test(hex)) return undefined
  const url = Buffer.from(hex, 'hex').toString('utf8')
  return externalContentPath(secrets, url) === `/external_content/${digest}/${hex}` ? url : undefined
}
