import { readFileSync } from 'node:fs'
import { z } from '#contract'
import { type Config, ConfigError, flagOf, perConfig } from '#platform/config'
import { signInOptions } from './options.ts'

const shared = ['HS256', 'HS384', 'HS512'] as const
const signing = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const
const isShared = (algorithm: string) => (shared as readonly string[]).includes(algorithm)

/** A key by which another program vouches for users of one organization. */
const Key = z
  .strictObject({
    key: z.string().min(32, 'must have 32 characters at least'),
    algorithms: z
      .array(z.enum([...shared, ...signing]))
      .min(1)
      .default(['HS256']),
  })
  // a public key isn't secret: it mustn't be accepted as a shared secret
  .refine(({ algorithms }) => algorithms.every(isShared) || !algorithms.some(isShared), {
    message: 'takes algorithms with a shared secret, or algorithms with a public key',
    path: ['algorithms'],
  })
  .refine(({ key, algorithms }) => algorithms.every(isShared) || key.includes('-----BEGIN PUBLIC KEY-----'), {
    message: 'must be a public key in PEM',
    path: ['key'],
  })
const Keys = z.record(z.string(), Key)

export interface JwtKey {
  /** A function, so that printing or serializing the object doesn't reveal it. */
  readonly key: () => string
  readonly isShared: boolean
  readonly algorithms: readonly string[]
}

/** Keys by subdomain; reads the configured file once, and again after a reload. Throws ConfigError. */
export const jwtKeys: (config: Config) => ReadonlyMap<string, JwtKey> = perConfig(read)

function read(config: Config): ReadonlyMap<string, JwtKey> {
  const { jwtKeysFile: file } = signInOptions(config)
  if (!file) return new Map()
  const fail = (why: string) => new ConfigError(`${flagOf('jwtKeysFile')}: ${why}`)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // don't include the parser's message, which quotes secrets
    const { code } = error as NodeJS.ErrnoException
    throw fail(`${file} ${code ? `cannot be read (${code})` : 'is not JSON'}`)
  }
  const parsed = Keys.safeParse(content)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw fail(`${issue?.path.map(String).join('.') || 'the file'}: ${issue?.message}`)
  }
  return new Map(
    Object.entries(parsed.data).map(([subdomain, { key, algorithms }]) => [
      subdomain.toLowerCase(),
      { key: () => key, isShared: algorithms.every(isShared), algorithms },
    ]),
  )
}
