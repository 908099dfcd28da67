/** Names of saved drafts that had one before they were saved. */
const nameOfId = new Map<number, string>()
/** The saved draft that each name belongs to; undefined if it isn't saved yet. */
const idOfName = new Map<string, number | undefined>()

/** Makes the name belong to this draft only: another draft with that name gets a different one. */
export function claimName(name: string, id: number | undefined): void {
  idOfName.set(name, id)
  if (id !== undefined) nameOfId.set(id, name)
}

export const hasOwnName = (id: number): boolean => {
  const name = nameOfId.get(id)
  return name !== undefined && idOfName.get(name) === id
}

/** A saved draft's name, unique among all drafts: it decides which draft a change goes to. */
export function serverName(id: number): string {
  let name = nameOfId.get(id) ?? `server ${id}`
  while (idOfName.has(name) && idOfName.get(name) !== id) name += ' elsewhere'
  return name
}
