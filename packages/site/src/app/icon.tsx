import {
  ArrowUpRight,
  Box,
  Building2,
  ChevronDown,
  Code,
  Database,
  GraduationCap,
  LayoutGrid,
  type LucideIcon,
  Menu,
  MessageCircle,
  Monitor,
  Moon,
  Play,
  Search,
  Share2,
  Sun,
  Upload,
  X,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { IconName } from '@docent/ingest'

const ICONS: Record<IconName, LucideIcon> = {
  'arrow-up-right': ArrowUpRight,
  building: Building2,
  chat: MessageCircle,
  'chevron-down': ChevronDown,
  close: X,
  code: Code,
  cube: Box,
  database: Database,
  'graduation-cap': GraduationCap,
  grid: LayoutGrid,
  lightning: Zap,
  menu: Menu,
  monitor: Monitor,
  moon: Moon,
  play: Play,
  search: Search,
  share: Share2,
  sun: Sun,
  upload: Upload,
}

/** The icon that an author chose. Hidden from screen readers, since text with the same meaning is beside it. */
export function NamedIcon({ name }: { name: IconName }): ReactNode {
  const Icon = ICONS[name]
  return <Icon className="icon" aria-hidden />
}
