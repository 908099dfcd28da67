/** True for input method keys. Safari sends Enter after `compositionend` with `isComposing` false, but key code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229
