/**
 * Renders the new diagrams of the article; nothing is loaded when there are none. Without the script, or when it fails, the
 * diagrams stay readable code.
 * @param script the address of the module. @param frame the address of the frame's document.
 */
export function showDiagrams(script: string | undefined, frame: string | undefined): void {
  if (!script || !frame || !document.querySelector('.article [data-lang="mermaid"]:not([data-drawn])')) return
  void (import(/* @vite-ignore */ script) as Promise<typeof import('./diagrams.ts')>)
    .then(({ drawDiagrams }) => drawDiagrams(frame))
    .catch(() => undefined)
}
