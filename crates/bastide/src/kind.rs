//! Kinds that are rows of a table: figures, pieces and marks.

/// Implements what all kinds have in common. `$Kind` is a tuple struct with the index of a row of
/// type `$Spec`, which has a `name`, in the table `$TABLE` of the registry.
macro_rules! registry_kind {
    ($Kind:ident, $Spec:ident, $TABLE:ident) => {
        impl $Kind {
            /// Number of kinds.
            pub const COUNT: usize = $crate::registry::$TABLE.len();

            /// All kinds, in the order of the table.
            pub const ALL: [$Kind; $Kind::COUNT] = {
                let (mut all, mut row) = ([$Kind(0); $Kind::COUNT], 0);
                while row < all.len() {
                    all[row] = $Kind::at(row);
                    row += 1;
                }
                all
            };

            /// Returns the kind in this row of the table. A family or expansion uses it to name its
            /// kinds.
            pub(crate) const fn at(row: usize) -> $Kind {
                $Kind(row as u8)
            }

            /// Returns the row of the kind.
            pub const fn spec(self) -> &'static $Spec {
                $crate::registry::$TABLE[self.index()]
            }

            /// Returns the index of the kind in the table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the lower-case name.
            pub const fn name(self) -> &'static str {
                self.spec().name
            }

            /// Returns the kind called `name`.
            pub fn from_name(name: &str) -> Option<$Kind> {
                $Kind::ALL.into_iter().find(|kind| kind.name() == name)
            }
        }

        impl core::fmt::Debug for $Kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use registry_kind;
