/** Lets a test hold something back, such as a response, until it calls `release`. */
export function gate(): { readonly released: Promise<void>; readonly release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}
