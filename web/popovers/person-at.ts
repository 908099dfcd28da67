export interface PersonAt {
  readonly userId: number
  /** All of what shows this person, such as a row with a face and a name. */
  readonly anchor: HTMLElement
}

const showsPerson = '[data-person], .user-mention, a[href*="#user/"]'
/** Choices and commands, and where the full card is already open. */
const excluded = '[role="listbox"], [role="menu"], .card-head, .own-button'

/** The user whose name or face this is. */
export function personAt(target: Element): PersonAt | undefined {
  let anchor = target.closest<HTMLElement>(showsPerson)
  const userId = anchor ? personOf(anchor) : undefined
  if (!anchor || userId === undefined || anchor.closest(excluded)) return undefined
  for (let around: HTMLElement | null | undefined = anchor; around; ) {
    anchor = around
    around = anchor.parentElement?.closest<HTMLElement>(showsPerson)
    if (around && personOf(around) !== userId) break
  }
  return { userId, anchor }
}

function personOf(element: HTMLElement): number | undefined {
  const { person, userId } = element.dataset
  if (person !== undefined || userId !== undefined) return idIn(person ?? userId)
  return element instanceof HTMLAnchorElement && element.origin === location.origin ? userIdIn(element.hash) : undefined
}

export const idIn = (text: string | undefined): number | undefined =>
  /^\d+$/.test(text ?? '') ? Number(text) : undefined

/** User ID of a link to a user card. */
export const userIdIn = (hash: string): number | undefined => idIn(/^#user\/(\d+)/.exec(hash)?.[1])
