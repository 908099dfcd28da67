import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** DER: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))
const rsaWithSha256 = sequence(identifier('2a864886f70d01010b'), der(0x05))
const nameOf = (text: string) => sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(text)))))
const time = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )

function alternative(name: string): Buffer {
  if (isIP(name) === 4) return der(0x87, Buffer.from(name.split('.').map(Number)))
  return der(0x82, Buffer.from(name))
}

export interface MadeCertificate {
  /** Host name or address. */
  readonly name: string
  /** PEM. */
  readonly cert: string
  readonly key: string
}

interface Wanted {
  days?: number
  rsaBits?: number
  /** The authority that signs it, with an elliptic-curve key. */
  by?: MadeCertificate
  /** Whether it can sign others. */
  isAuthority?: boolean
}

const extension = (hex: string, value: Uint8Array) => sequence(identifier(hex), der(0x04, value))
const authority = extension('551d13', sequence(der(0x01, Buffer.from([255]))))

/** A certificate for names and addresses; self-signed by default, and valid for anyone who trusts it. */
export function makeCertificate(
  names: readonly string[],
  { days = 30, rsaBits = 0, by, isAuthority = false }: Wanted = {},
): MadeCertificate {
  const { privateKey, publicKey } = (
    rsaBits > 0
      ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  ) as Record<'privateKey' | 'publicKey', KeyObject>
  const algorithm = rsaBits > 0 && !by ? rsaWithSha256 : ecdsaWithSha256
  const now = Date.now()
  const name = names[0] as string
  const alternatives = extension('551d11', sequence(...names.map(alternative)))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...Buffer.from(String(now))])),
    algorithm,
    nameOf(by?.name ?? name),
    sequence(time(new Date(Math.min(now, now + days * 86_400_000) - 60_000)), time(new Date(now + days * 86_400_000))),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternatives, ...(isAuthority ? [authority] : []))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, by?.key ?? privateKey))
  const whole = sequence(body, algorithm, signature).toString('base64')
  return {
    name,
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
