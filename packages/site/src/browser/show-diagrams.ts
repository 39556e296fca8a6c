/**
 * Has the diagrams of the article drawn that are not drawn yet; nothing is loaded where there are none. Without the
 * script, or when it fails, they stay the readable code that they are.
 * @param script the module's address. @param frame that of the document that draws.
 */
export function showDiagrams(script: string | undefined, frame: string | undefined): void {
  if (!script || !frame || !document.querySelector('.article [data-lang="mermaid"]:not([data-drawn])')) return
  void (import(/* @vite-ignore */ script) as Promise<typeof import('./diagrams.ts')>)
    .then(({ drawDiagrams }) => drawDiagrams(frame))
    .catch(() => undefined)
}
