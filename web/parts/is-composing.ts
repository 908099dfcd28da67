/**
 * True if a key belongs to an input method, such as the Enter that confirms a conversion. Safari sends that one after
 * `compositionend` with `isComposing` false; only key code 229 identifies it.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
