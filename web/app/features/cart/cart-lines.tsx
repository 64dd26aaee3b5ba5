import { placeholderImage } from '@reprise/contract/catalog-defaults';
import { Trash2 } from 'lucide-react';
