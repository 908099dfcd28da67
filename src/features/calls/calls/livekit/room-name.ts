/**
 * The name of the call's room. It ends with a random part, because other databases and installations that share the
 * LiveKit server have the same IDs.
 */
export const roomName = (orgId: number, callId: number, random: string): string => `${orgId}-${callId}-${random}`

interface RoomIds {
  readonly orgId: number
  readonly callId: number
}

/** Undefined if it isn't a room of a call. */
export function idsOfRoom(name: string): RoomIds | undefined {
  const [, orgId, callId] = /^(\d{1,15})-(\d{1,15})-[\w-]{1,40}$/.exec(name) ?? []
  return orgId === undefined || callId === undefined ? undefined : { orgId: Number(orgId), callId: Number(callId) }
}
