// The module made by scripts/emoji-fonts.mjs.

declare module 'virtual:emoji-fonts' {
  const parts: readonly { readonly url: string; readonly range: string }[]
  export default parts
}
