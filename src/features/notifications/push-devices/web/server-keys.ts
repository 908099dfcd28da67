import { createECDH } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config'
import { makeFolder, makeLasting } from '#platform/folders'
import { pushDeviceOptions } from '../options.ts'

/** The server's VAPID keys (RFC 8292), both in base64url. */
export interface ServerKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const known = new WeakMap<Config, Promise<ServerKeys>>()

/** From the configuration, or created in the data directory. Subscriptions are bound to it: never changed. */
export function serverKeys(config: Config): Promise<ServerKeys> {
  let keys = known.get(config)
  if (!keys) {
    keys = (async () => keysOf(pushDeviceOptions(config).webPushKey ?? (await keptKey(config.dataDir))))()
    // retry after temporary errors like a full disk
    keys.catch(() => known.delete(config))
    known.set(config, keys)
  }
  return keys
}

export const keyFile = (dataDir: string): string => join(dataDir, 'web-push.key')

function keysOf(privateKey: string): ServerKeys {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return { privateKey, publicKey: curve.getPublicKey('base64url', 'uncompressed') }
}

async function keptKey(dataDir: string): Promise<string> {
  const file = keyFile(dataDir)
  const kept = await read(file)
  if (kept !== undefined) return kept
  makeFolder(dataDir)
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  const privateKey = curve.getPrivateKey().toString('hex').padStart(64, '0')
  // if two processes create it, one of them wins
  makeLasting(file, `${Buffer.from(privateKey, 'hex').toString('base64url')}\n`)
  return (await read(file)) as string
}

async function read(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim()
    // a restored backup may have other permissions
    await chmod(file, 0o600)
    if (!/^[\w-]{43}$/.test(text)) throw new Error(`${file} does not hold a key`)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export function contactOf(config: Config, rootUrl: string): string {
  const { webPushContact } = pushDeviceOptions(config)
  const { mailFrom } = config
  if (webPushContact) return webPushContact
  if (mailFrom) return `mailto:${mailFrom}`
  const { protocol, hostname } = new URL(rootUrl)
  return protocol === 'https:' ? rootUrl : `mailto:postmaster@${hostname}`
}
