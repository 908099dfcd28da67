import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface Signed {
  readonly body: Buffer
  header(name: string): string
  text(path: string): string
  /** A posted form field as received; empty if missing. */
  form(name: string): string
  readonly url: string
  readonly now: Date
}

export type Verdict =
  | { readonly wrong: 'missing' | 'wrong' | 'stale' }
  | {
      readonly wrong?: undefined
      /**
       * The signed data, which identifies a post: repeating it with other headers or another of its signatures is the
       * same post. Undefined if the post contains the secret, which anyone who can post knows.
       */
      readonly signed?: string | Buffer
    }

export const missing: Verdict = { wrong: 'missing' }
export const wrong: Verdict = { wrong: 'wrong' }
/** Accepts the signature unless its time is too far away. */
export const unlessStale = (ms: number, now: Date, signed: string | Buffer): Verdict =>
  isNear(ms, now) ? { signed } : { wrong: 'stale' }
const shown = (given: string, secret: string): Verdict => (given === '' ? missing : same(given, secret) ? {} : wrong)

export interface Verification {
  /** One line for the bot's administrator. */
  readonly about: string
  check(signed: Signed, secret: string): Verdict
  /** Why a text can't be the secret; undefined if it can. */
  problemOf?(secret: string): string | undefined
}

const toleranceMs = 5 * 60_000

export function same(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

const isNear = (ms: number, now: Date) => Math.abs(now.getTime() - ms) <= toleranceMs
/** Parses seconds, milliseconds, or ISO 8601; returns milliseconds. */
export function momentOf(time: string): number {
  if (/^\d{9,11}(\.\d+)?$/.test(time)) return Number(time) * 1000
  return /^\d{12,14}$/.test(time) ? Number(time) : Date.parse(time)
}

type Algorithm = 'sha1' | 'sha256'
interface HmacRules {
  readonly header: string
  readonly algorithm?: Algorithm
  readonly encoding?: 'hex' | 'base64'
  readonly prefix?: string
  /** A comma-separated list of signatures, of which one must be right. */
  readonly isList?: true
  /** The header with the time for `signs`. */
  readonly time?: string
  /** The signed data; defaults to the body. */
  readonly signs?: (signed: Signed, time: string) => string | Buffer
}

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
    check(signed, secret) {
      const value = signed.header(header)
      if (value === '') return missing
      const at = time === undefined ? '' : signed.header(time)
      if (time !== undefined && at === '') return missing
      const text = signs(signed, at)
      const expected = createHmac(algorithm, secret).update(text).digest(encoding)
      const given = (isList ? value.split(',', 20) : [value]).map((one) => one.trim())
      const isRight = given.some((one) => {
        if (!one.startsWith(prefix)) return false
        const code = one.slice(prefix.length)
        return same(encoding === 'hex' ? code.toLowerCase() : code, expected)
      })
      if (!isRight) return wrong
      return time === undefined ? { signed: text } : unlessStale(momentOf(at), signed.now, text)
    },
  }
}

/** `t=…,v1=…` in one header; the time is signed with the body. */
export function timedHmac(header: string, names: { time: string; code: string }): Verification {
  return {
    about: `HMAC-SHA-256 with its time in \`${header}\``,
    check({ header: value, body, now }, secret) {
      const parts = value(header)
        .split(',', 20)
        .map((part) => part.trim().split(/=(.*)/s, 2) as [string, string?])
      const at = parts.find(([name]) => name === names.time)?.[1] ?? ''
      const codes = parts.flatMap(([name, code]) => (name === names.code && code ? [code.toLowerCase()] : []))
      if (at === '' || codes.length === 0) return missing
      const signed = Buffer.concat([Buffer.from(`${at}.`), body])
      const expected = createHmac('sha256', secret).update(signed).digest('hex')
      if (!codes.some((code) => same(code, expected))) return wrong
      return unlessStale(momentOf(at), now, signed)
    },
  }
}

export const token = (header: string): Verification => ({
  about: `the secret in \`${header}\``,
  check: ({ header: value }, secret) => shown(value(header), secret),
})

export const field = (path: string): Verification => ({
  about: `the secret in the field \`${path}\``,
  check: ({ text }, secret) => shown(text(path), secret),
})

/** For tools that don't sign but can send custom headers: the secret as a bearer token or a password. */
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
    if (sent.length === 0) return missing
    return sent.some((one) => same(one, secret)) ? {} : wrong
  },
}

/** Checks the first verification that the tool used, strongest first, and ignores the others. */
export const oneOf = (...ways: readonly Verification[]): Verification => ({
  about: ways.map(({ about }) => about).join(', or '),
  check(signed, secret) {
    for (const way of ways) {
      const verdict = way.check(signed, secret)
      if (verdict.wrong !== 'missing') return verdict
    }
    return missing
  },
})

/** Also refuses posts whose time, in a field of the payload, is more than five minutes off. */
export const timed = (way: Verification, path: string): Verification => ({
  ...way,
  about: `${way.about}, with the time in the field \`${path}\``,
  check(signed, secret) {
    const verdict = way.check(signed, secret)
    if (verdict.wrong || isNear(momentOf(signed.text(path)), signed.now)) return verdict
    return { wrong: 'stale' }
  },
})

/** A signed token (JWS, HS256) whose payload contains the SHA-256 of the body. */
export const signedToken = (header: string): Verification => ({
  about: `a token (JWS) in \`${header}\``,
  check({ header: value, body }, secret) {
    const [head = '', claims = '', code = ''] = value(header).split('.', 3)
    if (claims === '') return missing
    const signed = `${head}.${claims}`
    if (!same(code, createHmac('sha256', secret).update(signed).digest('base64url'))) return wrong
    try {
      const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: unknown }
      const { sha256 } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { sha256?: unknown }
      const digest = createHash('sha256').update(body).digest('hex')
      return alg === 'HS256' && typeof sha256 === 'string' && same(sha256, digest) ? { signed } : wrong
    } catch {
      return wrong
    }
  },
})
