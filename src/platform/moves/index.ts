export { checkMove, type Moved, type MoveProgress, moveOrganization, type TableToMove, tablesToMove } from './move.ts'
export { MoveError } from './move-error.ts'
export { removeRows } from './removal.ts'
export { type Move, type Places, settleAlone } from './settling.ts'
