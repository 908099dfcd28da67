import { roles, type UserId, userDeactivated } from '#contract'
import type { Language } from '#platform/languages'
import type { Mutation } from '#platform/organization'
import type { OpenContext } from '#platform/serve'
import { directoryOn } from '../../../people/organization/sign-in-methods.ts'
import type { Account } from '../../../people/users/account.ts'
import { createUser, reactivateUser } from '../../../people/users/actions/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { directoryAbsent } from '../../../people/users/sign-in-errors.ts'
import { joinProved, notifyInviter, ownLanguage } from '../../accounts/actions/join.ts'
import { announceLinked, freeName } from '../../sign-in/actions.ts'
import { linkedElsewhere, notAPerson } from '../../sign-in/api.ts'
import { personWithPassword } from '../access.ts'
import { noAddress } from '../api.ts'
import { DirectoryError } from '../connection.ts'
import type { Directory } from '../directory.ts'
import type { Person } from '../person.ts'
import * as store from '../store.ts'

/** Password check by directory, if the organization has one and allows it. */
export function passwordsOfDirectories(ctx: OpenContext) {
  const { server, org, read } = ctx
  if (!directoryOn(server.config, org)) return undefined
  return {
    decidesAbout: async ({ id }: Account) => (await read((tx) => store.linkTo(tx, id))) !== undefined,
    async tried(username: string, password: string) {
      try {
        const found = await personWithPassword(ctx, username, password)
        return found && (() => takeIn(ctx, found.directory, found.person))
      } catch (error) {
        if (error instanceof DirectoryError) throw directoryAbsent()
        throw error
      }
    },
  }
}

async function takeIn(ctx: OpenContext, directory: Directory, person: Person): Promise<Account> {
  if (person.isDisabled) throw userDeactivated()
  const language = ownLanguage(ctx)
  const { account, inviterId } = await ctx.transact((mutation) => identify(mutation, directory, person, language))
  if (inviterId !== undefined) await ctx.transact((mutation) => notifyInviter(mutation, account, inviterId))
  // the cache is up to date after the commit
  return ctx.org.get(peopleCache).byId.get(account.id) ?? account
}

async function identify(
  mutation: Mutation,
  directory: Directory,
  person: Person,
  language: Language | undefined,
): Promise<{ account: Account; inviterId?: UserId }> {
  const { tx, org } = mutation
  const people = mutation.get(peopleCache)
  const linked = await store.linkOf(tx, org.id, directory.name, person.subject)
  if (linked) return { account: await returned(mutation, people.byId.get(linked.user_id) as Account, linked) }
  const { email } = person
  if (email === undefined) throw noAddress({}, { directory: directory.name })
  const known = people.withDeliveryEmail(email)
  if (!known || known.isUnclaimed) return arrived(mutation, directory, { ...person, email }, language)
  if (known.botType !== null) throw notAPerson({}, { email })
  if (!known.isActive) throw userDeactivated()
  if (await store.linkTo(tx, known.id)) throw linkedElsewhere({}, { email, provider: directory.name })
  await linkAccount(mutation, directory, person, known.id)
  await announceLinked(mutation, known, directory.name)
  return { account: known }
}

/** Reactivates an account that the directory had deactivated, but not one deactivated by an administrator. */
async function returned(mutation: Mutation, account: Account, link: store.LinkRow): Promise<Account> {
  if (account.isActive || !link.is_away) return account
  await reactivateUser(mutation, account)
  await store.link(mutation.tx, { ...link, is_away: false })
  return { ...account, isActive: true }
}

async function arrived(
  mutation: Mutation,
  directory: Directory,
  person: Person & { email: string },
  language: Language | undefined,
): Promise<{ account: Account; inviterId?: UserId }> {
  const full_name = freeName(mutation, person.fullName)
  const isKnown = mutation.get(peopleCache).withDeliveryEmail(person.email) !== undefined
  if (directory.accounts !== 'rules' && !isKnown) {
    const account = await createUser(mutation, { email: person.email, full_name, role: roles.member, language })
    await linkAccount(mutation, directory, person, account.id)
    return { account }
  }
  const made = { full_name, password_hash: null, timezone: '', language, isFromDirectory: true } as const
  const { account, invitation } = await joinProved(mutation, person.email, undefined, made)
  await linkAccount(mutation, directory, person, account.id)
  return invitation?.notify_inviter ? { account, inviterId: invitation.inviter_id } : { account }
}

/** From now on the entry identifies the account, even if its name and address change. */
export async function linkAccount(
  mutation: Mutation,
  directory: Directory,
  { subject }: Person,
  user_id: UserId,
): Promise<void> {
  await store.link(mutation.tx, {
    org_id: mutation.org.id,
    directory: directory.name,
    subject,
    user_id,
    created_at: mutation.now,
  })
}
