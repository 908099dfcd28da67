/** Serves the workbench, in English or in another language; port 0 is any that is free. */
export function createWorkbench(port: number, language?: string): Promise<{ url: string; close(): Promise<void> }>

/** As it is built; without coloured emoji it is quicker to look at. `rules` is where its pages find those of axe. */
export function buildWorkbench(
  language?: string,
  options?: { hasEmoji?: boolean },
): Promise<{ url: string; rules: string; close(): Promise<void> }>
