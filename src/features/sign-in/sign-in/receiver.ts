import { createCipheriv, randomBytes } from 'node:crypto'
import { nextParameter, nextView } from '../accounts/next-view.ts'
import { badPad } from './api.ts'

/**
 * The receiver of a sign-in's result: a program that gave the browser a 32-byte secret (64 hexadecimal digits); a user
 * who copies the API key into another program; or the browser itself.
 */
export type Receiver =
  | { readonly kind: 'mobile' | 'desktop'; readonly pad: string }
  | { readonly kind: 'copying' }
  /** `next` is the URL fragment to open, including `#`. */
  | { readonly kind: 'browser'; readonly next: string }

const names = { mobile: 'mobile_flow_otp', desktop: 'desktop_flow_otp' } as const

export function receiverIn(value: (name: string) => string | null | undefined): Receiver {
  const mobile = value(names.mobile)
  const desktop = value(names.desktop)
  if (!mobile && !desktop)
    return value('show') === 'api_key' ? { kind: 'copying' } : { kind: 'browser', next: nextView(value(nextParameter)) }
  const pad = mobile || desktop || ''
  if ((mobile && desktop) || !/^[0-9a-f]{64}$/i.test(pad)) throw badPad()
  return { kind: mobile ? 'mobile' : 'desktop', pad: pad.toLowerCase() }
}

export const parameterOf = (receiver: Receiver): [name: string, value: string][] =>
  receiver.kind === 'copying'
    ? [['show', 'api_key']]
    : receiver.kind === 'browser'
      ? receiver.next
        ? [[nextParameter, receiver.next]]
        : []
      : [[names[receiver.kind], receiver.pad]]

/** A 32-character key XORed with a one-time pad, as mobile apps expect it. */
export function padded(apiKey: string, pad: string): string {
  const key = Buffer.from(apiKey, 'latin1')
  const other = Buffer.from(pad, 'hex')
  if (key.length !== other.length) throw new Error('The key and the pad differ in length')
  return Buffer.from(key.map((byte, index) => byte ^ (other[index] as number))).toString('hex')
}

/** 12 bytes of nonce, AES-256-GCM ciphertext, and 16 bytes of tag, in hexadecimal. */
export function sealedFor(text: string, key: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('hex')
}
