import { describe, expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

describe('emphasis beside Chinese, Japanese and Korean text', () => {
  test.each([
    [
      '**强化学习（reinforcement learning，RL）**讨论的问题',
      '<strong>强化学习（reinforcement learning，RL）</strong>讨论',
    ],
    ['它是一种**“温和”的机制**。', '一种<strong>“温和”的机制</strong>。'],
    ['初始化**`run()`**方法，见**[类](https://a.example)**的说明', '<strong><code>run()</code></strong>方法'],
    ['これは**「重要」**です。*（注）*も', '<strong>「重要」</strong>です。<em>（注）</em>も'],
    ['**“A”**和**“B”**', '<strong>“A”</strong>和<strong>“B”</strong>'],
    ['이것은 **스트라이크(strike)**입니다', '<strong>스트라이크(strike)</strong>입니다'],
  ])('%s', async (source, html) => {
    for (const name of ['page.md', 'page.mdx']) {
      const one = await readOne(`# 标题\n\n${source}\n`, {}, name)
      expect(one.html).toContain(html)
      expect(one.html).not.toMatch(/\*|\uFDD0/)
    }
  })

  test('code, formulas, escapes and links keep their asterisks, without a sign of their own', async () => {
    const source =
      '# 标题\n\n`**（a）**中` 和 \\*\\*（b）\\*\\*中，[链](https://a.example/（**）中)\n\n```\n中**（2）**文\n```\n'
    const { html } = await readOne(source)
    expect(html).toContain('<code>**（a）**中</code>')
    expect(html).toContain('**（b）**中')
    expect(html).toContain('中**（2）**文')
    expect(html).not.toContain('\uFDD0')
  })
})
