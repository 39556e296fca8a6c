/** The icons of the dialog, all from lucide (ISC), named by what they mean here. */

export {
  ArrowDown as DownIcon,
  ArrowUp as UpIcon,
  CornerDownLeft as EnterIcon,
  FileText as PageIcon,
  Hash as SectionIcon,
  History as RecentIcon,
  LoaderCircle as SpinnerIcon,
  Search as SearchIcon,
  SearchX as NoResultsIcon,
  Star as FavoriteIcon,
  TextAlignStart as TextIcon,
  TriangleAlert as ErrorIcon,
  WifiOff as OfflineIcon,
  X as RemoveIcon,
} from 'lucide-react'
