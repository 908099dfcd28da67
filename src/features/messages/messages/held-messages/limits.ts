/** Maximum held messages of a person and their bots. */
export const maxHeldPerPerson = 20
export const maxRejectReasonLength = 500
/** Maximum page size. */
export const maxListed = 200
