import { assert, type Person, type TestOrganization } from '#test'
import { keyIn, writtenMails } from '../../../../../test/harness/mail.ts'
import { updateOrganization } from '../../../people/organization-settings/api.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { applyToJoin, confirmAddress } from '../api.ts'
import { getApplications } from './api.ts'

export const questions = ['Why do you want to join?', 'How did you find us?']
export const answers = questions.map((question, index) => ({ question, answer: `Answer ${index}` }))
export const password = 'a lovely long day'
export const dora = { full_name: 'Dora', password, answers }

/** Lets anyone apply. */
export const requireApproval = (owner: Person, join_questions: readonly string[] = questions) =>
  owner.call(updateOrganization, { join_gate: 'approval', invite_required: false, join_questions: [...join_questions] })

export const mailsTo = async ({ server }: TestOrganization, email: string) =>
  (await writtenMails(server)).filter(({ headers }) => headers.get('to')?.toLowerCase().includes(email.toLowerCase()))

/** The key in the newest email to an address. */
export async function keyFor(society: TestOrganization, email: string): Promise<string> {
  const mail = (await mailsTo(society, email)).at(-1)
  assert.ok(mail, email)
  return keyIn(mail)
}

/** Confirms an address; returns the key to apply with. `invitation` is the key of a reusable link. */
export async function confirm(society: TestOrganization, email: string, invitation?: string): Promise<string> {
  await society.owner.call(confirmAddress, { email, ...(invitation !== undefined && { key: invitation }) })
  return keyFor(society, email)
}

/** Applies with a confirmed address; returns the key that was used. */
export async function submitApplication(
  society: TestOrganization,
  email: string,
  { invitation, ...more }: Partial<typeof dora> & { invitation?: string } = {},
): Promise<string> {
  const key = await confirm(society, email, invitation)
  await society.owner.call(applyToJoin, { key, ...dora, ...more })
  return key
}

export const openApplications = async (moderator: Person) => (await moderator.call(getApplications)).applications

export async function idOf(moderator: Person, email: string): Promise<number> {
  const application = (await openApplications(moderator)).find((candidate) => candidate.email === email)
  assert.ok(application, email)
  return application.id
}

export const accountOf = ({ org }: TestOrganization, email: string) => org.get(peopleCache).withDeliveryEmail(email)
