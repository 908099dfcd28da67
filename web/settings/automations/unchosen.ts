/** Not a valid channel ID; means that the user still has to choose one. */
export const noChannel = 0
/** The same for groups. */
export const noGroup = 0
