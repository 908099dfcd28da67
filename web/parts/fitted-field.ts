import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'

/** Browsers that know it make a field as high as its text by themselves, without a layout of the page for each key. */
const fitsItself = CSS.supports('field-sizing', 'content')

/** As high as its text, up to what the style allows. */
function fit(field: HTMLTextAreaElement): void {
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}

interface Options {
  /** What is in the field, if a program may change it. */
  readonly text?: string
  readonly isHidden?: boolean
  /** The style says how high it is, whatever is in it. */
  readonly isFixed?: boolean
}

/** Keeps a field as high as its text: after each key, and where a narrower window breaks its lines elsewhere. */
export function useFittedField(
  field: RefObject<HTMLTextAreaElement | null>,
  { text, isHidden = false, isFixed = false }: Options = {},
): void {
  useLayoutEffect(() => {
    const { current } = field
    if (!current || fitsItself) return
    if (isFixed) current.style.height = ''
    else fit(current)
  }, [text, isHidden, isFixed])
  useEffect(() => {
    const { current } = field
    if (!current || fitsItself || isFixed) return
    const refit = () => fit(current)
    let width = current.clientWidth
    const sizes = new ResizeObserver(() => {
      if (current.clientWidth === width) return
      width = current.clientWidth
      refit()
    })
    sizes.observe(current)
    current.addEventListener('input', refit)
    return () => {
      sizes.disconnect()
      current.removeEventListener('input', refit)
    }
  }, [isFixed])
}
