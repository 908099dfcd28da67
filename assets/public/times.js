const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Times by the reader's own clock; as they were in the page, in UTC, under the pointer. */
export function showLocalTimes() {
  for (const time of document.querySelectorAll('main time[datetime]:not([title])')) {
    const date = new Date(time.dateTime)
    if (Number.isNaN(date.getTime())) continue
    time.title = time.textContent
    time.textContent = format.format(date)
  }
}
