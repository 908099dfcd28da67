const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Shows times in the reader's time zone; the tooltip keeps UTC. */
export function showLocalTimes() {
  for (const time of document.querySelectorAll('main time[datetime]:not([title])')) {
    const date = new Date(time.dateTime)
    if (Number.isNaN(date.getTime())) continue
    time.title = time.textContent
    time.textContent = format.format(date)
  }
}
