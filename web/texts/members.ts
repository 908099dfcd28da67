import { enMembers, type MembersTexts } from './en-members.ts'

/** Texts of lists of members, where several are put in or taken out at once. */
export const s: MembersTexts = enMembers
