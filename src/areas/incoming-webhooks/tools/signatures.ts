import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A post as it is signed. */
export interface Signed {
  readonly body: Buffer
  header(name: string): string
  /** A text of the payload, by its path. */
  text(path: string): string
  /** A field of the form that was posted, as it was before anything was read from it; empty where there is none. */
  form(name: string): string
  /** The whole address at which it came. */
  readonly url: string
  readonly now: Date
}

/** What is wrong with a signature; nothing where it is right. */
export type Wrong = 'missing' | 'wrong' | 'stale' | undefined

/** How a tool proves who it is, once its secret is known. */
export interface Verification {
  /** In one line, for whoever sets it up. */
  readonly about: string
  check(signed: Signed, secret: string): Wrong
  /**
   * Headers that are made from the body: who can repeat them can have overheard the post, so that the same ones with the
   * same body are the same post again. None where whoever can post knows the secret itself.
   */
  readonly signedIn?: readonly string[]
  /** Why a text cannot be the secret; nothing where it can. */
  problemOf?(secret: string): string | undefined
}

const toleranceMs = 5 * 60_000

export function same(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

export const isNear = (ms: number, now: Date) => Math.abs(now.getTime() - ms) <= toleranceMs
/** Milliseconds of a time in seconds, milliseconds or ISO 8601. */
export function momentOf(time: string): number {
  if (/^\d{9,11}(\.\d+)?$/.test(time)) return Number(time) * 1000
  return /^\d{12,14}$/.test(time) ? Number(time) : Date.parse(time)
}

type Algorithm = 'sha1' | 'sha256'
interface HmacRules {
  readonly header: string
  readonly algorithm?: Algorithm
  readonly encoding?: 'hex' | 'base64'
  /** What stands before the signature. */
  readonly prefix?: string
  /** Several signatures, with commas between them, of which one must be right. */
  readonly isList?: true
  /** The header with the time, of which `signs` makes use. */
  readonly time?: string
  /** What is signed, where it is not the body. */
  readonly signs?: (signed: Signed, time: string) => string | Buffer
}

/** A code of the body, made with the secret, in a header. */
export function hmac(rules: HmacRules): Verification {
  const {
    header,
    algorithm = 'sha256',
    encoding = 'hex',
    prefix = '',
    isList,
    time,
    signs = ({ body }) => body,
  } = rules
  return {
    about: `HMAC-${algorithm.toUpperCase().replace('SHA', 'SHA-')} in \`${header}\`${time ? `, with the time in \`${time}\`` : ''}`,
    signedIn: time === undefined ? [header] : [header, time],
    check(signed, secret) {
      const value = signed.header(header)
      if (value === '') return 'missing'
      const at = time === undefined ? '' : signed.header(time)
      if (time !== undefined && at === '') return 'missing'
      const expected = createHmac(algorithm, secret).update(signs(signed, at)).digest(encoding)
      const given = (isList ? value.split(',', 20) : [value]).map((one) => one.trim())
      const isRight = given.some((one) => {
        if (!one.startsWith(prefix)) return false
        const code = one.slice(prefix.length)
        return same(encoding === 'hex' ? code.toLowerCase() : code, expected)
      })
      if (!isRight) return 'wrong'
      return time === undefined || isNear(momentOf(at), signed.now) ? undefined : 'stale'
    },
  }
}

/** `t=…,v1=…` in one header, where the time is signed with the body. */
export function timedHmac(header: string, names: { time: string; code: string }): Verification {
  return {
    about: `HMAC-SHA-256 with its time in \`${header}\``,
    signedIn: [header],
    check({ header: value, body, now }, secret) {
      const parts = value(header)
        .split(',', 20)
        .map((part) => part.trim().split(/=(.*)/s, 2) as [string, string?])
      const at = parts.find(([name]) => name === names.time)?.[1] ?? ''
      const codes = parts.flatMap(([name, code]) => (name === names.code && code ? [code.toLowerCase()] : []))
      if (at === '' || codes.length === 0) return 'missing'
      const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')
      if (!codes.some((code) => same(code, expected))) return 'wrong'
      return isNear(momentOf(at), now) ? undefined : 'stale'
    },
  }
}

/** The secret itself, in a header of the tool's. */
export const token = (header: string): Verification => ({
  about: `the secret in \`${header}\``,
  check({ header: value }, secret) {
    const given = value(header)
    return given === '' ? 'missing' : same(given, secret) ? undefined : 'wrong'
  },
})

/** The secret itself, in a field of what is posted. */
export const field = (path: string): Verification => ({
  about: `the secret in the field \`${path}\``,
  check({ text }, secret) {
    const given = text(path)
    return given === '' ? 'missing' : same(given, secret) ? undefined : 'wrong'
  },
})

/** For tools that sign nothing but send headers that one chooses: the secret as a bearer token or a password. */
export const authorization: Verification = {
  about: 'the secret as `Authorization: Bearer …`, as the password of basic authentication, or in `X-Webhook-Secret`',
  check({ header }, secret) {
    const [kind = '', given = ''] = header('authorization').split(' ', 2)
    const known = [header('x-webhook-secret')]
    if (/^(bearer|token|genericalertkey|geniekey)$/i.test(kind)) known.push(given)
    if (/^basic$/i.test(kind))
      known.push(
        Buffer.from(given, 'base64')
          .toString('utf8')
          .replace(/^[^:]*:/s, ''),
      )
    const sent = known.filter((one) => one !== '')
    if (sent.length === 0) return 'missing'
    return sent.some((one) => same(one, secret)) ? undefined : 'wrong'
  },
}

/** The first of several ways that a tool has made use of. */
export const oneOf = (...ways: readonly Verification[]): Verification => ({
  about: ways.map(({ about }) => about).join(', or '),
  signedIn: ways.flatMap(({ signedIn = [] }) => signedIn),
  check(signed, secret) {
    for (const way of ways) {
      const wrong = way.check(signed, secret)
      if (wrong !== 'missing') return wrong
    }
    return 'missing'
  },
})

/** Of a verification that says when besides: refuses what is older than five minutes. */
export const timed = (way: Verification, path: string): Verification => ({
  ...way,
  about: `${way.about}, with the time in the field \`${path}\``,
  check(signed, secret) {
    const wrong = way.check(signed, secret)
    if (wrong !== undefined) return wrong
    return isNear(momentOf(signed.text(path)), signed.now) ? undefined : 'stale'
  },
})

/** A signed token (JWS, HS256) whose payload has the SHA-256 of the body. */
export const signedToken = (header: string): Verification => ({
  about: `a token (JWS) in \`${header}\``,
  signedIn: [header],
  check({ header: value, body }, secret) {
    const [head = '', claims = '', code = ''] = value(header).split('.', 3)
    if (claims === '') return 'missing'
    if (!same(code, createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url'))) return 'wrong'
    try {
      const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: unknown }
      const { sha256 } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sha256?: unknown }
      const digest = createHash('sha256').update(body).digest('hex')
      return alg === 'HS256' && typeof sha256 === 'string' && same(sha256, digest) ? undefined : 'wrong'
    } catch {
      return 'wrong'
    }
  },
})
