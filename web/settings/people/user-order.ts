import type { User } from '../../../src/features/people/users/wire.ts'
import { namePlaces } from '../../store/people.ts'
import { lastSeen } from '../../store/presence.ts'

export type UserSort = 'name' | 'role' | 'joined' | 'seen'

/** Sorted anew; those who are alike in what it goes by stand by name. */
export function inOrder(users: readonly User[], by: UserSort): User[] {
  const places = namePlaces.value
  const place = ({ user_id }: User) => places.get(user_id) ?? 0
  const keyed = users.map((user) => ({ user, key: keyOf(user, by), place: place(user) }))
  return keyed.sort((a, b) => a.key - b.key || a.place - b.place).map(({ user }) => user)
}

function keyOf(user: User, by: UserSort): number {
  if (by === 'role') return user.role
  if (by === 'joined') return -Date.parse(user.date_joined)
  return by === 'seen' ? -(lastSeen(user.user_id)?.getTime() ?? 0) : 0
}
