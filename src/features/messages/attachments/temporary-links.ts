import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { seconds } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { insertUploadSecret, uploadSecret } from './store.ts'

export const temporaryFileUrlSecs = 60

/** The organization's signing key, in the database so that all processes accept each other's URLs. */
const secrets = new WeakMap<Organization, Promise<string>>()

export function secretOf(org: Organization): Promise<string> {
  let secret = secrets.get(org)
  if (!secret) {
    secret = loadSecret(org)
    secret.catch(() => secrets.delete(org))
    secrets.set(org, secret)
  }
  return secret
}

async function loadSecret(org: Organization): Promise<string> {
  const stored = await org.db.read((tx) => uploadSecret(tx, org.id))
  return stored ?? org.transact(null, secretIn)
}

/** The same inside a transaction, which can't wait for another one. */
export async function secretIn({ tx, org }: Pick<Mutation, 'tx' | 'org'>): Promise<string> {
  const stored = await uploadSecret(tx, org.id)
  if (stored !== undefined) return stored
  await insertUploadSecret(tx, org.id, randomBytes(32).toString('hex'))
  return (await uploadSecret(tx, org.id)) as string
}

const sign = (secret: string, orgId: number, id: number, until: number): Buffer =>
  createHmac('sha256', secret).update(`temporary file ${orgId} ${id} ${until}`).digest()

/** Grants access to one file for a minute. */
export async function temporaryToken(org: Organization, attachmentId: number): Promise<string> {
  const until = seconds(org.now()) + temporaryFileUrlSecs
  return `${attachmentId}-${until}-${sign(await secretOf(org), org.id, attachmentId, until).toString('base64url')}`
}

/** Undefined if the token is forged or expired. */
export async function fileOfToken(org: Organization, token: string): Promise<number | undefined> {
  const match = /^(\d{1,15})-(\d{1,15})-([\w-]{43})$/.exec(token)
  if (!match) return undefined
  const [id, until] = [Number(match[1]), Number(match[2])]
  const given = Buffer.from(match[3] as string, 'base64url')
  if (!timingSafeEqual(given, sign(await secretOf(org), org.id, id, until))) return undefined
  return org.now().getTime() <= until * 1000 ? id : undefined
}
