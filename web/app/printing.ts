import './printing.css'
import { locale } from '../texts/locale.ts'

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'full' })

export function watchPrinting(): void {
  addEventListener('beforeprint', () => {
    for (const row of document.querySelectorAll<HTMLElement>('.feed .row')) {
      const [day, sent] = [row.querySelector<HTMLElement>('.day'), row.querySelector<HTMLTimeElement>('.message time')]
      if (day && sent) day.dataset.date = dateFormat.format(new Date(sent.dateTime))
    }
  })
}
