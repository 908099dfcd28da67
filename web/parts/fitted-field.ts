import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'

/** Modern browsers size the field themselves, without forcing a layout on each key. */
const fitsItself = CSS.supports('field-sizing', 'content')

function fit(field: HTMLTextAreaElement): void {
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`
}

interface Options {
  /** The field's text, if code may change it. */
  readonly text?: string
  readonly isHidden?: boolean
  /** CSS sets the height, regardless of the text. */
  readonly isFixed?: boolean
}

/** Fits a text field to its text: after each input, and when a narrower window wraps it differently. */
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
